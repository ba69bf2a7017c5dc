import { useTranslation } from 'react-i18next';
import { chooseLanguage, languages, type Language } from '../language/startLanguage.ts';

/** Each language is named in itself, for those who do not read the present one. */
const names: Record<Language, string> = { en: 'English', zh: '中文' };

export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  return (
    <label className="preference">
      <span>{t('language')}</span>
      <select value={i18n.language} onChange={({ target }) => void chooseLanguage(target.value as Language)}>
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {names[language]}
          </option>
        ))}
      </select>
    </label>
  );
}
