import { addCopyButtons } from './addCopyButtons.ts';
import { rememberTabs } from './rememberTabs.ts';
import { startSigningForm } from './startSigningForm.ts';

/** Everything that the pages do besides being read. Without this script, they can still be read whole. */
startSigningForm(document);
addCopyButtons(document);
rememberTabs(document);
