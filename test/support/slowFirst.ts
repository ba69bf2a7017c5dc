import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Vitest's order, but with the project `slow` first. Its files take up to a minute and a half each: the last of them would
 * leave all other workers idle. Those of the other projects take seconds, and fill them.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ project }: TestSpecification) => project.name === 'slow';
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's own method of this name
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
