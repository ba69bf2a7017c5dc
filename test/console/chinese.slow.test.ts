import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { CreateApiKeyDocument } from '../admin/generated/operations.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { openConsoleBrowser, signIn, type ConsoleBrowser } from '../support/consoleBrowser.ts';
import { startConsoleShop, type ConsoleShop } from '../support/consoleShop.ts';

let shop: ConsoleShop;
beforeAll(async () => {
  shop = await startConsoleShop();
});
afterAll(() => shop.stop());

describeInBrowser('the console in Chinese', () => {
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    browser = await openConsoleBrowser(shop.service.url);
  });
  afterAll(() => browser.close());

  const openInChinese = async (path: string): Promise<Page> => {
    const page = await browser.open(path);
    await signIn(page, shop.service.adminToken);
    await page.getByLabel('Language').selectOption('中文');
    return page;
  };

  it('says what is wrong with a request, and that it has no signature', async () => {
    const page = await openInChinese('/console/doctor');
    await page.getByRole('combobox', { name: '插件' }).selectOption(shop.developer.pluginId);
    await page.getByRole('textbox', { name: '请求' }).fill('/baseinfo?timestamp=1');
    await page.getByRole('button', { name: '诊断' }).click();
    const findings = page.getByRole('list', { name: '诊断结果' });
    await findings.getByText('没有提供签名：缺少 sign，或其值为空。').waitFor();
    await findings.getByText('参数 "access_token" 是 GET /baseinfo 必填的，但没有提供。').waitFor();
    // Only names and codes are left in Latin letters.
    await expect.poll(() => findings.innerText()).not.toMatch(/\b(the|is|and)\b/i);
  });

  it('says what a test of a callback URL has found', async () => {
    shop.receiver.answer({ body: 'success' });
    const page = await openInChinese(`/console/plugins/${shop.developer.pluginId}`);
    await page.getByRole('button', { name: '检查' }).click();
    const report = page.getByRole('status').filter({ hasText: '200' });
    await expect
      .poll(() => report.innerText())
      .toMatch(/测试通知收到状态码 200，但正文不是 SUCCESS：正文是“success”，必须使用大写。/);
  });

  it('says why something is refused, and how a value must be', async () => {
    const page = await openInChinese('/console/plugins');
    await page.getByRole('button', { name: '创建插件' }).click();
    const dialog = page.getByRole('dialog', { name: '创建插件' });
    await dialog.getByLabel('名称').fill('新插件');
    await dialog.getByLabel('回调地址').fill('https://name:word@example.com/');
    await dialog.getByRole('button', { name: '创建插件' }).click();
    await expect.poll(() => dialog.getByRole('alert').textContent()).toBe('回调地址的主机名前不能有用户名或密码。');

    const { createApiKey } = await shop.service.admin(CreateApiKeyDocument, { input: { name: 'Vi', role: 'VIEWER' } });
    const other = await browser.open('/console/keys');
    await signIn(other, createApiKey.key);
    await other.getByLabel('Language').selectOption('中文');
    await expect
      .poll(() => other.getByRole('alert').textContent())
      .toBe('需要角色为“管理员”的密钥，您的角色是“只读”。');
  });
});
