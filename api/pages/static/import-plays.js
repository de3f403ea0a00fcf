// A file of plays is checked and imported without loading the page again, so it stays chosen.

const NOT_SENT = "Nothing was sent: the service is not reachable, or the file has changed. Choose the file again.";

const form = document.querySelector("form.import");
const part = (name) => form.querySelector(name);

function say(text, role) {
  const words = document.createElement("p");
  words.className = role === "alert" ? "fault" : "soft-text";
  words.setAttribute("role", role);
  words.textContent = text;
  part(".outcome").replaceChildren(words);
}

/** Show the answer of a page: what became of the file, or the problem. */
function show(page) {
  const answer = page.querySelector("form.import");
  if (!answer) return say([...page.querySelectorAll("main :is(h1, p:not(.ways-on))")].map(({ textContent }) => textContent).join(" "), "alert");
  for (const field of answer.querySelectorAll("input[name]")) {
    const here = form.elements[field.name];
    for (const name of ["aria-invalid", "aria-describedby"]) {
      if (field.hasAttribute(name)) here.setAttribute(name, field.getAttribute(name));
      else here.removeAttribute(name);
    }
  }
  for (const name of [".outcome", ".foot"]) part(name).replaceWith(answer.querySelector(name));
  part(".outcome [autofocus]")?.focus();
}

async function send(body) {
  form.setAttribute("aria-busy", "true");
  for (const button of form.querySelectorAll(".foot button")) button.disabled = true;
  say(body.get("step") === "import" ? "Importing…" : "Checking…", "status");
  try {
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { Accept: "text/html" } });
    show(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    say(NOT_SENT, "alert");
  }
  for (const button of form.querySelectorAll(".foot button")) button.disabled = false;
  form.removeAttribute("aria-busy");
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!form.hasAttribute("aria-busy")) send(new FormData(form, event.submitter));
});
// what was found in another file says nothing about this one
form.elements.file.addEventListener("change", () => part(".outcome").replaceChildren());
