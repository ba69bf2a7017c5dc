import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepPreference } from './preferences.ts';

const themes = ['system', 'light', 'dark'] as const;

/** Chooses light, dark, or what the system has. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const [theme, setTheme] = useState(document.documentElement.dataset['theme'] ?? 'system');
  const choose = (chosen: string) => {
    document.documentElement.dataset['theme'] = chosen;
    keepPreference('theme', chosen);
    setTheme(chosen);
    // Charts are drawn in colours that they read.
    window.dispatchEvent(new Event('themechange'));
  };
  return (
    <label className="preference">
      <span>{t('theme.label')}</span>
      <select value={theme} onChange={({ target }) => choose(target.value)}>
        {themes.map((name) => (
          <option key={name} value={name}>
            {t(`theme.${name}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
