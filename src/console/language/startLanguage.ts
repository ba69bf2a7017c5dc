import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { asPlainText } from '../parts/unseenCharacters.ts';
import { keepPreference } from '../shell/preferences.ts';

export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];

const texts = {
  en: async () => (await import('./en.ts')).en,
  zh: async () => (await import('./zh.ts')).zh,
};

/** Starts in the language of the document, which the service chose. Only its texts are loaded. */
export async function startLanguage(): Promise<void> {
  const language = document.documentElement.lang === 'zh' ? 'zh' : 'en';
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: await texts[language]() } },
    // React escapes what HTML would take as its own.
    interpolation: { escape: asPlainText },
  });
}

/** Changes the language of all that is shown, and of the next documents. */
export async function chooseLanguage(language: Language): Promise<void> {
  i18next.addResourceBundle(language, 'translation', await texts[language]());
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  keepPreference('language', language);
}
