/** The words of the pages that are not in the texts of docs/guide. */
export interface Words {
  /** The name of the language in itself. */
  name: string;
  skip: string;
  notFound: { title: string; text: string };
  developers: string;
  pages: string;
  menu: string;
  sections: Record<'guide' | 'signing' | 'problems' | 'reference', string>;
  code: { languages: string };
  errors: {
    status: string;
    errors: string;
    parameter: string;
    sentence: string;
    message: string;
    cause: string;
    fix: string;
    answer: string;
    retry: string;
  };
  reference: {
    parameter: string;
    field: string;
    required: string;
    optional: string;
    form: string;
    meaning: string;
    parameters: string;
    answer: string;
    refusals: string;
    status: string;
    errors: string;
    notification: string;
    headers: string;
    body: string;
    records: string;
    characters: (min: number, max: number) => string;
    range: (min: number, max: number | undefined) => string;
    byDefault: (value: unknown) => string;
    oneOf: string;
    text: string;
    wholeNumber: string;
    object: string;
  };
  vectors: {
    parameter: string;
    value: string;
    canonical: string;
    signature: string;
    secret: string;
    cases: Record<string, string>;
  };
  form: {
    legend: string;
    parameters: string;
    parametersHint: string;
    secret: string;
    secretHint: string;
    presented: string;
    example: string;
    choose: string;
    steps: [sorted: string, encoded: string, canonical: string, signature: string];
    noScript: string;
    messages: Record<'noEquals' | 'twice' | 'noSecret' | 'secretSpace' | 'insecure' | 'same' | 'different', string>;
  };
}
