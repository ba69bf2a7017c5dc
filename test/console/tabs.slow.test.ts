import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { AuditLogDocument, CreateApiKeyDocument } from '../admin/generated/operations.ts';
import { makeDeveloper } from '../support/builders.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { openConsoleBrowser, signIn, type ConsoleBrowser } from '../support/consoleBrowser.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describeInBrowser('a tab, when somebody else signs in in another one of the same browser,', () => {
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    browser = await openConsoleBrowser(service.url);
  });
  afterAll(() => browser.close());

  const keyOf = async (name: string) =>
    (await service.admin(CreateApiKeyDocument, { input: { name, role: 'ADMIN' } })).createApiKey.key;
  const openSecondTab = async (page: Page, path: string) => {
    const other = await page.context().newPage();
    await other.goto(service.url + path);
    return other;
  };

  it.each(['/console', '/console/doctor'])('shows nothing of the person before: %s', async (path) => {
    const page = await browser.open('/console');
    await signIn(page, await keyOf('Ann'));
    const other = await openSecondTab(page, path);
    await other.getByText('Ann').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await other.getByLabel('API key').waitFor();
    await signIn(page, await keyOf('Bob'));
    await other.getByText('Bob').waitFor();
    await expect.poll(() => other.getByText('Ann').count()).toBe(0);
  });

  it('does nothing in the name of that person, also when no tab told it', async () => {
    const { pluginId } = await makeDeveloper(service.admin);
    const page = await browser.open(`/console/plugins/${pluginId}`);
    await signIn(page, await keyOf('Cy'));
    const pause = page.getByRole('button', { name: 'Pause callbacks' });
    await pause.waitFor();
    const key = await keyOf('Di');
    expect((await page.context().request.post(`${service.url}/console/sign-in`, { data: { key } })).status()).toBe(204);

    await pause.click();
    await page.getByText('Di', { exact: true }).waitFor();
    await pause.waitFor();
    const { auditLog } = await service.admin(AuditLogDocument, { first: 10 });
    expect(auditLog.edges.map(({ node }) => [node.actor, node.action])).not.toContainEqual(['Di', 'updatePlugin']);
  });

  it('has its explorer asked for a key as well', async () => {
    const page = await browser.open('/console');
    await signIn(page, await keyOf('Ed'));
    const explorer = await openSecondTab(page, '/graphql');
    await explorer.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await explorer.getByLabel('Key of the staff API').waitFor();
    await expect.poll(() => explorer.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
  });
});
