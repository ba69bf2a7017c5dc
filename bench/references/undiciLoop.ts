import { answerParent } from '../harness/answerParent.ts';
import { post, postAlone } from './barePost.ts';

export interface LoopOptions {
  url: string;
  posts: number;
  concurrency: number;
  /** False: undici keeps connections, as it does when it is just called. */
  isConnectionEach: boolean;
}

/** A loop that posts a body of the same size and records nothing. Returns the posts of a second. */
answerParent(async ({ url, posts, concurrency, isConnectionEach }: LoopOptions) => {
  let left = posts;
  const postUntilNoneIsLeft = async () => {
    while (left > 0) {
      left -= 1;
      await (isConnectionEach ? postAlone : post)(url, `loop-${left}`);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: concurrency }, postUntilNoneIsLeft));
  return posts / ((performance.now() - startedAt) / 1000);
});
