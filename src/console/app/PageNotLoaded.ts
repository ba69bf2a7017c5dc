/** The script of a page did not come: the service was not reached, or it has a newer console. */
export class PageNotLoaded extends Error {
  override name = 'PageNotLoaded';
}
