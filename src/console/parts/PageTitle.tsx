import { useEffect, type ReactNode } from 'react';

interface PageTitleParts {
  title: string;
  /** True: it is a number, of letters that are easy to tell apart. */
  isFixed?: boolean;
  /** Goes to the right of it. */
  beside?: ReactNode;
}

/** The one h1 of a page, with the document's title. */
export function PageTitle({ title, isFixed = false, beside }: PageTitleParts) {
  useEffect(() => {
    document.title = `${title} · openplug`;
  }, [title]);
  return (
    <div className="page-title">
      <h1 className={isFixed ? 'fixed' : undefined}>{title}</h1>
      {beside}
    </div>
  );
}
