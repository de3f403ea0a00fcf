// The keypad of the record page: a number is entered by a thumb, or by the keys of a keyboard.

const LONGEST = 9; // characters that a display holds

/** Prepare the form that asks for a number. */
export function enterNumber(form) {
  const field = form.elements.number;
  field.type = "text"; // a sign alone is no number yet
  field.inputMode = "none"; // the keypad is on the page already
  form.querySelector(".keypad").hidden = false;
  form.addEventListener("click", ({ target }) => {
    const pressed = target.closest("[data-key], [data-add]")?.dataset;
    if (pressed?.key) press(form, pressed.key);
    else if (pressed?.add) set(form, String(within(field, value(field) + Number(pressed.add))));
  });
  field.addEventListener("input", () => judge(form));
  judge(form);
}

/** Press a key of the keypad; true if there is such a key. */
export function press(form, key) {
  const field = form.elements.number;
  const text = plain(field.value);
  if (/^[0-9]$/.test(key)) set(form, `${text === "0" ? "" : text === "-0" ? "-" : text}${key}`);
  else if (key === "-") set(form, text.startsWith("-") ? text.slice(1) : `-${text}`);
  else if (key === "Backspace") set(form, text.slice(0, -1));
  else return false;
  return true;
}

function set(form, text) {
  if (text.length > LONGEST) return;
  form.elements.number.value = text.replace("-", "\u2212");
  judge(form);
}

/** Show on the button what it records, and say what is wrong with a number. */
function judge(form) {
  const field = form.elements.number;
  const number = /^[+-]?\d+$/.test(plain(field.value)) ? Number(plain(field.value)) : NaN;
  const { min, max, step } = field;
  const fits = number >= min && number <= max && (number - min) % step === 0;
  field.setCustomValidity(fits ? "" : field.dataset.limits);
  if (field.value) field.removeAttribute("aria-invalid");
  form.querySelector("button.take").textContent = fits ? `Record ${field.value}` : "Record";
}

function value(field) {
  return Number(plain(field.value)) || 0;
}

function within({ min, max }, number) {
  return Math.max(min, Math.min(max, number));
}

function plain(text) {
  return text.trim().replace("\u2212", "-");
}
