import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, languages, type Language } from '../language/startLanguage.ts';

/** Each language is named in itself, for those who do not read the present one. */
const names: Record<Language, string> = { en: 'English', zh: '中文' };

/** Chooses the language. Its texts are loaded then: without the service, the present one stays. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  const [isFailed, setIsFailed] = useState(false);
  const choose = (language: Language) => {
    setIsFailed(false);
    chooseLanguage(language).catch(() => setIsFailed(true));
  };
  return (
    <>
      <label className="preference">
        <span>{t('language')}</span>
        <select value={i18n.language} onChange={({ target }) => choose(target.value as Language)}>
          {languages.map((language) => (
            <option key={language} value={language} lang={language}>
              {names[language]}
            </option>
          ))}
        </select>
      </label>
      {isFailed && (
        <p role="alert" className="problem">
          {t('failed.unreached')}
        </p>
      )}
    </>
  );
}
