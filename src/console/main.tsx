import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { startLanguage } from './language/startLanguage.ts';
import './styles/tokens.css';
import './styles/page.css';
import './styles/controls.css';
import './styles/tables.css';
import './styles/touch.css';

void startLanguage().then(() => createRoot(document.getElementById('console')!).render(<App />));
