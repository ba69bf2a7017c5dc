import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** An example of docs/examples. In its commands, OUT stands for a folder for what is built, and PORT for the port. */
export interface ExampleLanguage {
  name: string;
  /** Commands that succeed where the language is installed. */
  needs: string[][];
  /** Where the commands of the README run. */
  folder: string;
  /** What is built first, and in which folder. */
  builds: { command: string[]; folder: string }[];
  client: string[];
  receiver: string[];
  /** Signs and verifies the test vectors on standard input. */
  vectors: string[];
}

const vectorsFolder = `${root}test/examples/vectors`;

export const exampleLanguages: ExampleLanguage[] = [
  {
    name: 'PHP',
    needs: [['php', '-r', 'exit(extension_loaded("curl") ? 0 : 1);']],
    folder: `${root}docs/examples/php`,
    builds: [],
    client: ['php', 'client.php'],
    receiver: ['php', '-S', '127.0.0.1:PORT', 'receiver.php'],
    vectors: ['php', `${vectorsFolder}/vectors.php`],
  },
  {
    name: 'Python',
    needs: [['python3', '--version']],
    folder: `${root}docs/examples/python`,
    builds: [],
    client: ['python3', '-B', 'client.py'],
    receiver: ['python3', '-B', 'receiver.py'],
    vectors: ['python3', `${vectorsFolder}/vectors.py`],
  },
  {
    name: 'Node',
    needs: [],
    folder: `${root}docs/examples/node`,
    builds: [],
    client: [process.execPath, 'client.mjs'],
    receiver: [process.execPath, 'receiver.mjs'],
    vectors: [process.execPath, `${vectorsFolder}/vectors.mjs`],
  },
  {
    name: 'Go',
    needs: [['go', 'version']],
    folder: `${root}docs/examples/go`,
    builds: [
      { command: ['go', 'build', '-o', 'OUT/example', './cmd'], folder: `${root}docs/examples/go` },
      { command: ['go', 'build', '-o', 'OUT/vectors', '.'], folder: `${vectorsFolder}/go` },
    ],
    client: ['OUT/example', 'client'],
    receiver: ['OUT/example', 'receiver'],
    vectors: ['OUT/vectors'],
  },
  {
    name: 'Java',
    needs: [['javac', '-version']],
    folder: `${root}docs/examples/java`,
    builds: [
      {
        command: [
          'javac',
          '-d',
          'OUT',
          'Openplug.java',
          'FlatJson.java',
          'Client.java',
          'Receiver.java',
          `${vectorsFolder}/Vectors.java`,
        ],
        folder: `${root}docs/examples/java`,
      },
    ],
    client: ['java', '-cp', 'OUT', 'Client'],
    receiver: ['java', '-cp', 'OUT', 'Receiver'],
    vectors: ['java', '-cp', 'OUT', 'Vectors'],
  },
];
