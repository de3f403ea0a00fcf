// What is recorded in a game, as it is recorded: by a stream, or where none is to be had by asking.

const EVERY = 4000; // milliseconds between two questions

/**
 * Calls `tell` whenever there is news: with the version of the game, and the sentence where one is told; with the undo
 * that a seat asks the others for, null where none is; or with a note that is new or has changed.
 */
export function listen({ stream, news }, tell) {
  let source, asking, notes;

  function open() {
    source = new EventSource(stream);
    source.addEventListener("hello", ({ data }) => hello(JSON.parse(data)));
    source.addEventListener("event", ({ data }) => tell(JSON.parse(data)));
    source.addEventListener("undo_request", ({ data }) => tell({ undo_request: JSON.parse(data) }));
    source.addEventListener("annotation", ({ data }) => tell({ annotation: JSON.parse(data) }));
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return; // it comes back by itself
      clearInterval(asking);
      asking = setInterval(ask, EVERY);
    };
  }

  // Events go on where they stopped; notes that went by while nobody listened are known by the digest of all of them.
  function hello(now) {
    if (notes !== undefined && notes !== now.notes) tell({ annotation: {} });
    notes = now.notes;
    tell(now);
  }

  async function ask() {
    try {
      const answer = await fetch(news);
      if (answer.ok) tell(await answer.json());
    } catch {
      // the service is away for a moment
    }
  }

  function close() {
    source?.close();
    clearInterval(asking);
  }

  // A browser opens six connections to a host, and then waits: a page that nobody sees gives its own back.
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("pagehide", close);
  if (!document.hidden) open();
}

/** What changes with an undo that is asked for, as the pages write it. */
export function drawnOf(asked) {
  return asked ? `${asked.n}.${asked.accepted.length}` : "";
}
