import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, posix, relative, sep } from 'node:path';
import type ts from 'typescript';

/** By require, in half the time: for an import, Node searches nine megabytes for the names that they export. */
const typescript = createRequire(import.meta.url)('typescript') as typeof ts;

/** A file by its path from src/, with / between folders. */
export interface Source {
  path: string;
  text: string;
}

/** Reads the programs in a folder and the folders in it. */
export async function sourcesOf(folder: string): Promise<Source[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(ts|tsx|js|jsx|mjs|mts)$/.test(entry.name));
  return Promise.all(
    files.map(async ({ parentPath, name }) => ({
      path: relative(folder, `${parentPath}${sep}${name}`).split(sep).join('/'),
      text: await readFile(`${parentPath}${sep}${name}`, 'utf8'),
    })),
  );
}

/** Returns what a file imports: static, type-only, dynamic and re-exporting imports, `import('…')` types, require calls. */
export function importsOf(source: Source): string[] {
  const found: string[] = [];
  const keep = (node: ts.Node | undefined) => {
    if (node && typescript.isStringLiteralLike(node)) found.push(node.text);
  };
  const visit = (node: ts.Node): void => {
    if (typescript.isImportDeclaration(node) || typescript.isExportDeclaration(node)) keep(node.moduleSpecifier);
    else if (typescript.isExternalModuleReference(node)) keep(node.expression);
    else if (typescript.isImportTypeNode(node) && typescript.isLiteralTypeNode(node.argument))
      keep(node.argument.literal);
    else if (typescript.isCallExpression(node)) {
      const isImport = node.expression.kind === typescript.SyntaxKind.ImportKeyword;
      if (isImport || (typescript.isIdentifier(node.expression) && node.expression.text === 'require'))
        keep(node.arguments[0]);
    }
    typescript.forEachChild(node, visit);
  };
  visit(parse(source));
  return found;
}

/** Says whether a file mentions `process.env`, `process['env']`, `const { env } = process`, or `env` of node:process. */
export function mentionsEnvironment(source: Source): boolean {
  if (!source.text.includes('process')) return false;
  const file = parse(source);
  const isProcess = (node: ts.Node | undefined) =>
    node !== undefined && /^(globalThis\s*\.\s*)?process$/.test(node.getText(file));
  const visit = (node: ts.Node): boolean => {
    if (typescript.isPropertyAccessExpression(node) && node.name.text === 'env' && isProcess(node.expression))
      return true;
    if (typescript.isElementAccessExpression(node) && isProcess(node.expression)) return true;
    if (typescript.isVariableDeclaration(node) && isProcess(node.initializer)) return true;
    if (
      typescript.isImportDeclaration(node) &&
      /^(node:)?process$/.test((node.moduleSpecifier as ts.StringLiteral).text)
    ) {
      return true;
    }
    return typescript.forEachChild(node, (child) => visit(child) || undefined) ?? false;
  };
  return visit(file);
}

/** Returns the files that a file imports, by their paths from src/. */
export function targetsOf(source: Source): string[] {
  const specifiers = importsOf(source).filter((specifier) => specifier.startsWith('.'));
  return specifiers.map((specifier) => posix.join(dirname(source.path), specifier));
}

const parsed = new Map<string, ts.SourceFile>();

/** Parses a text once, however many questions are asked about it. */
function parse({ path, text }: Source): ts.SourceFile {
  const file = parsed.get(text) ?? typescript.createSourceFile(path, text, typescript.ScriptTarget.Latest, true);
  parsed.set(text, file);
  return file;
}
