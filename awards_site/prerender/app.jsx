// A public page with all that surrounds it; browsers and Node.js draw the same.
import { QueryClientProvider } from "$/public/external/awards_site/ui/queries/query/query.jsx";
import { PageContext } from "$/public/external/awards_site/ui/queries/page_context/page_context.jsx";
import { ErrorBoundary } from "react-error-boundary";

/** How the HTML of a page begins; what React puts before it belongs into the head. */
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
