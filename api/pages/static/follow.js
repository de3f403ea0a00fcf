// Shows on the page of a running game that there are new versions. It never leaves the version that is shown.

const EVERY = 4000; // milliseconds

export function follow(stage) {
  const { news, running } = document.querySelector("main").dataset;
  if (!running) return;
  setInterval(async () => {
    if (document.hidden) return;
    const count = await newSince(news, Number(stage.now.version));
    if (count <= 0) return;
    const badge = document.getElementById("news");
    badge.textContent = `${count} new`;
    badge.hidden = false;
    stage.forget();
  }, EVERY);
}

async function newSince(address, version) {
  try {
    const answer = await fetch(address);
    return answer.ok ? (await answer.json()).version - version : 0;
  } catch {
    return 0; // the service is away for a moment
  }
}
