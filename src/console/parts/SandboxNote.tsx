import { useTranslation } from 'react-i18next';

/** Marks a page as one of a sandbox plugin, and says what that means. */
export function SandboxNote({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <p className="note sandbox-note">
      <span className="state rehearsal">{t('sandbox.sandbox')}</span> {text}
    </p>
  );
}
