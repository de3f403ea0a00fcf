// Computes each roll and draw of a game from its key, and compares it with the log.

const verdict = document.getElementById("verdict");

const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

async function check() {
  const secret = bytes(document.getElementById("key").textContent);
  const kept = hex(await crypto.subtle.digest("SHA-256", secret)) === document.getElementById("promised").textContent;
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const rows = [...document.querySelectorAll("#throws tbody tr")];
  const changed = [];
  for (const row of rows) if (!(await agrees(key, row))) changed.push(row.querySelector("th").textContent);
  if (!kept) verdict.textContent = "The key does not match the fingerprint in version 1.";
  else if (changed.length) verdict.textContent = `Not fair: at version ${changed.join(", ")} the log differs from the key.`;
  else if (!rows.length) verdict.textContent = "Fair: this game had no rolls or draws.";
  else verdict.textContent = `Fair: all ${rows.length} rolls and draws match the key.`;
}

async function agrees(key, row) {
  const { message, index, allowed, stands } = row.dataset;
  const digest = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`${message}|${index}`));
  const values = JSON.parse(allowed);
  const gives = values[Number(new DataView(digest).getBigUint64(0) % BigInt(values.length))];
  row.querySelector(".gives").textContent = gives;
  const same = gives === JSON.parse(stands);
  row.classList.toggle("warning", !same);
  return same;
}

if (globalThis.crypto?.subtle) check();
else verdict.textContent = "Your browser can verify this only on the server's own machine, at 127.0.0.1, or over HTTPS.";
