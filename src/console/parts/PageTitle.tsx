import { useEffect, type ReactNode } from 'react';
import { ForeignText } from './ForeignText.tsx';
import { asPlainText } from './unseenCharacters.ts';

interface PageTitleParts {
  title: string;
  /** True: the title is an id, shown in a font of fixed width. */
  isFixedWidth?: boolean;
  /** Goes to the right of it. */
  beside?: ReactNode;
}

/** The one h1 of a page, with the document's title. */
export function PageTitle({ title, isFixedWidth = false, beside }: PageTitleParts) {
  useEffect(() => {
    document.title = `${asPlainText(title)} · openplug`;
  }, [title]);
  return (
    <div className="page-title">
      <h1 className={isFixedWidth ? 'fixed' : undefined}>
        <ForeignText text={title} />
      </h1>
      {beside}
    </div>
  );
}
