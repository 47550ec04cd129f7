import type { ReactNode } from 'react';
import { PAGE_DATA_ID } from './element-ids.ts';
import { PageHead } from './head.tsx';
import type { PageData, Shell } from './page-data.ts';

interface DocumentProps {
  page: PageData;
  shell: Shell;
  /** What the head of every page holds (`ConstantHead`); null in the browser, where it stands already. */
  head: ReactNode;
  /** What stands at its end for machines (`PageTail`); null in the browser. */
  tail: ReactNode;
  /** JSON of the page data, the same text on both sides. */
  pageData: string;
  children: ReactNode;
}

/** The whole HTML document. */
export function Document({ page, shell, head, tail, pageData, children }: DocumentProps) {
  return (
    // The theme script puts its classes on the root before React sees it.
    <html lang="en" data-writer={shell.info.writer} suppressHydrationWarning>
      <head>
        {head}
        <PageHead page={page} shell={shell} />
      </head>
      <body>
        {children}
        <script type="application/json" id={PAGE_DATA_ID}>
          {pageData}
        </script>
        {tail}
      </body>
    </html>
  );
}
