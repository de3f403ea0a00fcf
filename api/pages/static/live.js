// What is recorded in a game, as it is recorded: by a stream, or where none is to be had by asking.

const EVERY = 4000; // milliseconds until a stream that was refused is tried again

/**
 * Calls `tell` whenever there is news: with the version of the game, and the sentence where one is told; with the undo
 * that a seat asks the others for, null where none is; or with a note that is new or has changed.
 */
export function listen({ stream, news }, tell) {
  let source, again, notes;
  let last; // the version that was told last: a stream that is opened anew goes on behind it

  function open() {
    const address = new URL(stream, location.href);
    if (last) address.searchParams.set("after", last);
    source = new EventSource(address);
    source.addEventListener("hello", ({ data }) => hello(JSON.parse(data)));
    source.addEventListener("event", ({ data, lastEventId }) => {
      last = lastEventId;
      tell(JSON.parse(data));
    });
    source.addEventListener("undo_request", ({ data }) => tell({ undo_request: JSON.parse(data) }));
    source.addEventListener("annotation", ({ data }) => tell({ annotation: JSON.parse(data) }));
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return; // it comes back by itself
      ask();
      again = setTimeout(open, EVERY);
    };
  }

  // Events go on where they stopped; notes that went by while nobody listened are known by the digest of all of them.
  function hello(now) {
    if (notes !== undefined && notes !== now.notes) tell({ annotation: {} });
    notes = now.notes;
    tell({ undo_request: now.undo_request });
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
    clearTimeout(again);
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
