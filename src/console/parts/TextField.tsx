import { useId, type InputHTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import { valueLabels, type LabelledValue } from './valueLabels.ts';
import { useSaidAtFields } from './ValueForm.tsx';

type TextFieldParts = Omit<InputHTMLAttributes<HTMLInputElement>, 'name'> &
  // The label follows from the name that the API has for the value. What is no value of the API needs one.
  ({ name: LabelledValue; label?: undefined } | { name: string; label: string });

/** A field with its label above it. Below it stands what the service said against its value. */
export function TextField({ name, label, ...input }: TextFieldParts) {
  const { t } = useTranslation();
  const id = useId();
  const problems = useSaidAtFields().filter(({ field }) => field === name);
  const isRefused = problems.length > 0;
  return (
    <div className="field-with-problem">
      <label className="field">
        <span>{label ?? t(valueLabels[name])}</span>
        <input
          autoComplete="off"
          name={name}
          aria-invalid={isRefused || undefined}
          aria-describedby={isRefused ? id : undefined}
          {...input}
        />
      </label>
      {isRefused && (
        <p id={id} role="alert" className="field-problem">
          {problems.map(({ text }) => text).join(' ')}
        </p>
      )}
    </div>
  );
}
