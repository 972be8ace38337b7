// How Node draws a page: whole, because it is kept and streamed to no one.
import { text } from "node:stream/consumers";
import { prerenderToNodeStream } from "react-dom/static.node";
import { createRequestHandler, ServerRouter } from "react-router";

// Part of the bundle, so that whoever draws its pages needs nothing beside it.
export { createRequestHandler };

export default async function handleRequest(request, status, headers, context) {
  let failure;
  const { prelude } = await prerenderToNodeStream(
    <ServerRouter context={context} url={request.url} />,
    {
      // Nothing is drawn in a later place of the document and moved by a script.
      progressiveChunkSize: Infinity,
      onError(error) {
        failure ??= error;
      },
    },
  );
  const html = await text(prelude);
  if (failure) throw failure;
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(`<!DOCTYPE html>${html.replace(/^<!DOCTYPE html>/, "")}`, { status, headers });
}
