// A product as sheet data, and edits of its single records, for merge tests.

export type Sheet = Record<string, unknown> & { pages: Page[]; calculations: Record<string, unknown> }
interface Page {
  title: unknown
  questions: Record<string, Question>
}
interface Question {
  title: unknown
  rules?: string
  answers?: Answer[]
  [field: string]: unknown
}
interface Answer {
  title: string
  [field: string]: unknown
}

const tableOf = (cells: readonly (readonly number[])[]): string =>
  ['* 100 200 300', ...cells.map((row, index) => `${['one', 'two', 'three'][index]} ${row.join(' ')}`)].join('\n')

/** Four questions with three answers each on two pages, a formula and a table. */
export function someSheet(): Sheet {
  const question = (key: string): Question => ({
    title: { 'en-GB': `Title ${key}`, 'de-DE': `Titel ${key}` },
    question_type: 'Radiobuttons',
    answers: ['One', 'Two', 'Three'].map((title) => ({ title, price: 1 })),
  })
  return {
    sheet: 1,
    product: 'merged',
    title: 'Merged',
    tax_class_id: 'Standard',
    pages: [
      { title: 'First', questions: { a: question('a'), b: { ...question('b'), rules: 'a == one or a == two' } } },
      { title: 'Second', questions: { c: { ...question('c'), rules: 'b == two' }, d: question('d') } },
    ],
    calculations: {
      sum: 'a.price + 2',
      table: {
        matrix: {
          rows: 'a',
          columns: 'calculation(sum)',
          lookup: 'nextHigher',
          table: tableOf([
            [1, 2, 3],
            [4, 5, 6],
            [7, 8, 9],
          ]),
        },
      },
    },
  }
}

export interface Edit {
  /** Edits of the same record or cell exclude each other. */
  readonly record: string
  readonly name: string
  apply(sheet: Sheet): void
}

const questionOf = (sheet: Sheet, key: string): Question | undefined =>
  sheet.pages.map(({ questions }) => questions[key]).find((question) => question !== undefined)
const answerOf = (sheet: Sheet, key: string, title: string): Answer | undefined =>
  questionOf(sheet, key)?.answers?.find((answer) => answer.title === title)

function edit(record: string, name: string, apply: (sheet: Sheet) => void): Edit {
  return { record, name: `${record}: ${name}`, apply }
}

/** Each edit changes one record. Nothing else refers to deleted or new records. */
export const edits: readonly Edit[] = [
  ...['a', 'b', 'c', 'd'].flatMap((key) => [
    edit(key, 'title', (sheet) => {
      const question = questionOf(sheet, key)
      if (question) question.title = { 'en-GB': `New ${key}`, 'de-DE': `Titel ${key}` }
    }),
    edit(key, 'German title', (sheet) => {
      const question = questionOf(sheet, key)
      if (question) question.title = { 'en-GB': `Title ${key}`, 'de-DE': `Neu ${key}` }
    }),
    edit(key, 'required', (sheet) => {
      const question = questionOf(sheet, key)
      if (question) question['required'] = true
    }),
    ...['One', 'Two', 'Three'].flatMap((title) => [
      edit(`${key}.${title}`, 'price', (sheet) => {
        const answer = answerOf(sheet, key, title)
        if (answer) answer['price'] = 7
      }),
      edit(`${key}.${title}`, 'rule', (sheet) => {
        const answer = answerOf(sheet, key, title)
        if (answer && key !== 'a' && questionOf(sheet, 'a')) answer['rules'] = 'a == one'
      }),
    ]),
    edit(`${key} answers`, 'one more', (sheet) => questionOf(sheet, key)?.answers?.push({ title: 'Four', price: 4 })),
  ]),
  edit('b', 'rule', (sheet) => {
    const question = questionOf(sheet, 'b')
    if (question) question.rules = 'a == three'
  }),
  edit('d.Three', 'deleted', (sheet) => {
    const question = questionOf(sheet, 'd')
    if (question?.answers) question.answers = question.answers.filter(({ title }) => title !== 'Three')
  }),
  edit('first page', 'title', (sheet) => {
    sheet.pages[0]!.title = { 'en-GB': 'First', 'de-DE': 'Anfang' }
  }),
  edit('new question', 'added', (sheet) => {
    if (sheet.pages[1]) sheet.pages[1].questions['e'] = { title: 'E', rules: 'a == one' }
  }),
  edit('sum', 'formula', (sheet) => {
    sheet.calculations['sum'] = 'a.price + 3'
  }),
  edit('new calculation', 'added', (sheet) => {
    sheet.calculations['more'] = 'calculation(sum) * 2'
  }),
  ...[0, 1, 2].map((row) =>
    edit(`table row ${row}`, 'cell', (sheet) => {
      const { matrix } = sheet.calculations['table'] as { matrix: { table: string } }
      const lines = matrix.table.split('\n')
      lines[row + 1] = lines[row + 1]!.replace(/ \d+$/, ' 99')
      matrix.table = lines.join('\n')
    }),
  ),
]

/** Edits that can conflict with edits of single records. */
export const wilder: readonly Edit[] = [
  edit('d', 'deleted', (sheet) => {
    for (const { questions } of sheet.pages) delete questions['d']
    const question = questionOf(sheet, 'c')
    if (question?.rules?.includes('d ==')) question.rules = 'b == two'
  }),
  edit('d', 'moved', (sheet) => {
    const question = questionOf(sheet, 'd')
    if (!question) return
    for (const { questions } of sheet.pages) delete questions['d']
    sheet.pages[0]!.questions['d'] = question
  }),
  edit('c', 'names d', (sheet) => {
    const question = questionOf(sheet, 'c')
    if (question && questionOf(sheet, 'd')) question.rules = 'd == one'
  }),
  edit('b', 'says the same', (sheet) => {
    const question = questionOf(sheet, 'b')
    if (question) question.rules = "a != '' and a != three"
  }),
  edit('a answers', 'turned round', (sheet) => questionOf(sheet, 'a')?.answers?.reverse()),
  edit('b answers', 'turned round', (sheet) => questionOf(sheet, 'b')?.answers?.reverse()),
  edit('b answers', 'first to the end', (sheet) => {
    const answers = questionOf(sheet, 'b')?.answers
    if (answers?.[0]) answers.push(answers.shift()!)
  }),
  edit('second page', 'deleted', (sheet) => {
    if (sheet.pages.length > 1) sheet.pages.pop()
  }),
  edit('table', 'lookup', (sheet) => {
    ;(sheet.calculations['table'] as { matrix: { lookup: string } }).matrix.lookup = 'exact'
  }),
]

export function edited(by: readonly Edit[]): Sheet {
  const sheet = structuredClone(someSheet())
  for (const { apply } of by) apply(sheet)
  return sheet
}
