// Follows a game: by a stream, or by polling if there is none.

const EVERY = 4000; // milliseconds until a rejected stream is retried

/**
 * Calls `report` on each change: with the version of the game and its sentence, if there is one; with the open undo
 * request or null; or with a note that is new or has changed. `notes` is the digest of the notes that the page shows.
 */
export function listen({ stream, updates, notes }, report) {
  let source, again;
  let last; // the last version received, after which a new stream continues

  function open() {
    const address = new URL(stream, location.href);
    if (last) address.searchParams.set("after", last);
    source = new EventSource(address);
    source.addEventListener("hello", ({ data }) => hello(JSON.parse(data)));
    source.addEventListener("event", ({ data, lastEventId }) => {
      last = lastEventId;
      report(JSON.parse(data));
    });
    source.addEventListener("undo_request", ({ data }) => report({ undo_request: JSON.parse(data) }));
    source.addEventListener("annotation", ({ data }) => report({ annotation: JSON.parse(data) }));
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return; // the browser reconnects
      ask();
      again = setTimeout(open, EVERY);
    };
  }

  // Events continue where they stopped; missed notes show in the digest of all notes.
  function hello(now) {
    if (notes !== undefined && notes !== now.notes) report({ annotation: {} });
    notes = now.notes;
    report({ undo_request: now.undo_request });
  }

  async function ask() {
    try {
      const answer = await fetch(updates);
      if (answer.ok) report(await answer.json());
    } catch {
      // the service is not reachable for a moment
    }
  }

  function close() {
    source?.close();
    clearTimeout(again);
  }

  // A browser opens at most six connections to a host, so a hidden page closes its own.
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("pagehide", close);
  if (!document.hidden) open();
}

/** The key of an undo request, as the pages write it. */
export function requestKey(request) {
  return request ? `${request.n}.${request.accepted.length}` : "";
}
