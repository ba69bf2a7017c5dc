import { createContext, useContext, useLayoutEffect, useMemo, useRef, useState, type FormHTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import type { CombinedError } from 'urql';
import { refusedValues, type RefusedValue } from './refusedValues.ts';

const AtFields = createContext<readonly RefusedValue[]>([]);

/** Returns the refused values that are said at their fields. */
export const useSaidAtFields = () => useContext(AtFields);

interface ValueFormParts extends FormHTMLAttributes<HTMLFormElement> {
  /** The reason why the last try failed. */
  error: CombinedError | undefined;
}

/** A form whose fields say what is wrong with their values. A `Problem` in it says the rest. */
export function ValueForm({ error, ...form }: ValueFormParts) {
  const { i18n } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const refused = useMemo(
    () => error?.graphQLErrors.flatMap((each) => refusedValues(each, i18n)) ?? [],
    [error, i18n.language],
  );
  const [atFields, setAtFields] = useState<readonly RefusedValue[]>([]);
  useLayoutEffect(() => {
    const inputOf = ({ field = '' }: RefusedValue) => element.current!.elements.namedItem(field);
    const placed = refused.filter((value) => inputOf(value) !== null);
    setAtFields(placed);
    const first = placed[0] && inputOf(placed[0]);
    if (first instanceof HTMLElement) first.focus();
  }, [refused]);
  return (
    <AtFields.Provider value={atFields}>
      <form ref={element} {...form} />
    </AtFields.Provider>
  );
}
