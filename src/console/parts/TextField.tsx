import type { InputHTMLAttributes } from 'react';

/** A field with its name above it. */
export function TextField({ label, ...input }: { label: string } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className="field">
      <span>{label}</span>
      <input autoComplete="off" {...input} />
    </label>
  );
}
