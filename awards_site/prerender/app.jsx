// A public page with its providers, rendered the same in browsers and in Node.js.
import { PageContext, QueryClientProvider } from "$/frontend/queries/query.jsx";
import { ErrorBoundary } from "react-error-boundary";

/** The opening tag of a rendered page. React emits preload links before it; they belong in the head. */
export const ROOT = '<div id="page">';

export function App({ Page, Failed, page, client }) {
  return (
    <div id="page">
      <PageContext value={page}>
        <QueryClientProvider client={client}>
          <ErrorBoundary fallback={<Failed />}>
            <Page />
          </ErrorBoundary>
        </QueryClientProvider>
      </PageContext>
    </div>
  );
}
