// Invalid sheets: each is rejected with an error that names the position, and nothing is changed.
import { expect } from 'chai'
import { ValidationError } from '../../../../core/foundation/errors.js'
import { maxSheetLength } from '../../../../plugins/sheets/sheet/define.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { applySheetText } from '../sheet-copy.js'

const head = 'sheet: 1\nproduct: lamp\ntitle: Lamp\ntax_class_id: Standard\n'
const pages = (questions: string): string => `${head}pages:\n  - title: Shape\n    questions:\n${questions}`
const shade =
  '      shade: { title: Shade, question_type: Dropdown, answers: [Linen, Glass] }\n      height: { title: Height, question_type: Slider }\n'
const rule = (line: string): string => pages(`${shade}      cord: { title: Cord, rules: ${JSON.stringify(line)} }\n`)
const formula = (line: string): string => `${pages(shade)}calculations:\n  price: ${JSON.stringify(line)}\n`
const table = (lines: string): string =>
  `${pages(shade)}calculations:\n  price:\n    matrix:\n      rows: shade\n      columns: height\n      lookup: exact\n      table: |\n${lines
    .split('\n')
    .map((line) => `        ${line}`)
    .join('\n')}\n`
const at = (line: string): string => `Line 10, 'pages[0].questions.cord.rules': ${line}`
const inPrice = (line: string): string => `Line 11, 'calculations.price': ${line}`
const inTable = (line: string): string => `Line 12, 'calculations.price.matrix': ${line}`

/** The expected error message, or its beginning if it ends with …. */
const bad: Readonly<Record<string, readonly [sheet: string, sentence: string]>> = {
  'is empty': ['# nothing\n', "Line 1: A sheet is a map that starts with 'sheet: 1' and 'product: <key of the product>'."],
  'is a list': ['- sheet: 1\n', "Line 1: A sheet is a map that starts with 'sheet: 1' and 'product: <key of the product>'."],
  'is not YAML': ['sheet: 1\nproduct: {lamp\n', 'Line 3: This is not YAML: …'],
  'has no format version': ['product: lamp\n', "Line 1: 'sheet' is missing. A sheet starts with 'sheet: 1'."],
  'has more than 15,000 parts': [
    `${head}pages: [${Array(15_000).fill('A').join(', ')}]\n`,
    "Line 5, 'pages[14999]': A product can have at most 15,000 parts, such as pages, questions and answers.",
  ],
  'has a newer format version': ['sheet: 2\nproduct: lamp\n', "Line 1, 'sheet': This service reads sheets in format 1, not '2'."],
  'has a quoted format version': ["sheet: '1'\nproduct: lamp\n", "Line 1, 'sheet': Write the format without quotes: 'sheet: 1'."],
  'names no product': ['sheet: 1\ntitle: Lamp\n', "Line 1: 'product' takes the label of the product …"],
  'holds two documents': [`${head}---\n${head}`, 'Line 5: A second document starts here. A file contains one sheet.'],
  'has a key twice': [`${head}title: Other\n`, "Line 5, 'title': This key already exists. Each key of a map is unique."],
  'has an alias': [
    'sheet: 1\nproduct: lamp\ntitle: &a Lamp\nsku: *a\n',
    "Line 3, 'title': Anchors are not supported. Remove '&a'.",
  ],
  'has an undefined alias': ['sheet: 1\nproduct: lamp\nsku: *a\n', 'Line 3…'],
  'is an alias bomb': [
    `sheet: 1\nproduct: lamp\na: &a [1,1]\n${[...'bcdefghijklm'].map((name, index) => `${name}: &${name} [*${'abcdefghijklm'[index]!},*${'abcdefghijklm'[index]!}]\n`).join('')}`,
    "Line 3, 'a': Anchors are not supported. Remove '&a'.",
  ],
  'has a tag': ['sheet: 1\nproduct: lamp\ntitle: !secret Lamp\n', 'Line 3…'],
  'has a merge key': [`${head}<<: { sku: A }\n`, "Line 5, '<<': '<<' is not part of a product.…"],
  'is nested 5,000 levels deep': [
    `${head}sku: ${'['.repeat(5_000)}${']'.repeat(5_000)}\n`,
    'Line 5: A sheet can be nested at most 40 levels deep.',
  ],
  'is nested over 5,000 lines': [
    `${head}sku: ${'[\n '.repeat(5_000)}`,
    'Line 104: A sheet can be nested at most 40 levels deep.',
  ],
  'is nested by indentation 1,500 levels deep': [
    `${head}sku:\n${Array.from({ length: 1_500 }, (_, depth) => `${' '.repeat(depth + 1)}a:\n`).join('')}`,
    'Line …',
  ],
  'contains only list markers': [`${head}sku: ${'- '.repeat(5_000)}\n`, 'Line 5: This is not YAML: …'],
  'contains only closing brackets': [`${head}${'}\n'.repeat(5_000)}`, 'Line 5: This is not YAML: …'],
  'is nested 60 levels deep': [`${head}sku: ${'['.repeat(60)}1${']'.repeat(60)}\n`, "Line 5, 'sku[0]…"],
  'is longer than the limit': [
    `${head}#${'x'.repeat(maxSheetLength)}`,
    `Field 'sheet' takes at most ${maxSheetLength} characters; this text has ${maxSheetLength + head.length + 1}.`,
  ],
  'has more than 150,000 lines and commas': [
    `${head}sku: [${'1,'.repeat(150_000)}1]\n`,
    'Line 1: A sheet can have at most 150000 lines and commas. This one has 150005.',
  ],
  'has an error in line 5 of 30,000': [
    `${head}sku: "A" B\n${'note: a\n'.repeat(30_000)}`,
    'Line 5: This is not YAML: bad indentation of a mapping entry.',
  ],
  'has a long folded text in an unknown field': [
    `${head}note: >\n${'  word word\n'.repeat(100_000)}`,
    "Line 5, 'note': 'note' is not part of a product.…",
  ],
  'has a key with 200,000 characters': [
    `${head}? ${'a'.repeat(200_000)}]\n: 1\n`,
    'Line 5: A key can have at most 1000 characters.',
  ],
  'has an infinite number': [`${head}baseprice: .inf\n`, "Line 5, 'baseprice': A number consists of digits."],
  'misspells a field': [
    `${head}basprice: 4\n`,
    "Line 5, 'basprice': 'basprice' is not part of a product. Did you mean 'baseprice'?",
  ],
  'misspells a field of an answer': [
    pages('      shade: { title: B, question_type: Dropdown, answers: [{ key: a, title: A, prise: 4 }] }\n'),
    "Line 8, 'pages[0].questions.shade.answers[0].prise': 'prise' is not part of an answer. Did you mean 'price'?",
  ],
  'misspells a section': [`${head}page: []\n`, "Line 5, 'page': 'page' is not part of a product. Did you mean 'pages'?"],
  'sets a field of the service': [`${head}id: 4\n`, "Line 5, 'id': 'id' is not part of a product.…"],
  'sets a position': [
    `${head}pages: [{ title: A, ordering: 4 }]\n`,
    "Line 5, 'pages[0].ordering': 'ordering' is not part of a page.…",
  ],
  'has an invalid language tag': [
    `${head}description: { en_GB: Lamp }\n`,
    "Line 5, 'description.en_GB': 'en_GB' is not a language. Did you mean 'en-GB'?",
  ],
  'has an unknown language': [
    `${head}description: { xx-YY: Lamp }\n`,
    "Line 5, 'description.xx-YY': 'xx-YY' is not a language. …",
  ],
  'misses a text in one of its languages': [
    'sheet: 1\nproduct: lamp\ntitle: { en-GB: Lamp }\ndescription: { de-DE: Lampe }\ntax_class_id: Standard\n',
    "Line 3, 'title': Field Title cannot be empty. Set 'title.de-DE' for its text in de-DE.",
  ],
  'misses a required field': ['sheet: 1\nproduct: lamp\ntitle: Lamp\n', 'Line 1: Field Tax class cannot be empty.'],
  'names an unknown tax class': [
    'sheet: 1\nproduct: lamp\ntitle: Lamp\ntax_class_id: Standart\n',
    "Line 4, 'tax_class_id': There is no tax-class named 'Standart'. Did you mean 'Standard'?",
  ],
  'refers to a tax class by a missing id': [
    'sheet: 1\nproduct: lamp\ntitle: Lamp\ntax_class_id: "#4711"\n',
    "Line 4, 'tax_class_id': …",
  ],
  'has a text as a price': [`${head}baseprice: dear\n`, "Line 5, 'baseprice': Field Base price takes a number."],
  'has a price with too many decimal places': [
    `${head}baseprice: 1.23456\n`,
    "Line 5, 'baseprice': Field Base price takes at most 4 decimal places.",
  ],
  'has a list instead of a page': [`${head}pages: [[A]]\n`, "Line 5, 'pages[0]': A page is its title, or a map with 'title'."],
  'has a number instead of pages': [
    `${head}pages: 4\n`,
    "Line 5, 'pages': 'pages' takes a list of pages, or a map of pages by key.",
  ],
  'has a key with blanks': [
    `${head}pages: [{ title: A, questions: { "the width": { title: B } } }]\n`,
    "Line 5, 'pages[0].questions.the width': 'the width' cannot be the key of a question. A key consists of letters, digits and '_', such as 'the_width'.",
  ],
  'has a key that is a number': [
    pages('      4: { title: B }\n'),
    "Line 8, 'pages[0].questions.4': '4' cannot be the key of a question. A key consists of …",
  ],
  'has two questions with the same key': [
    `${pages('      width: { title: B }\n')}  - title: Other\n    questions:\n      width: { title: C }\n`,
    "Line 11, 'pages[1].questions.width': The key 'width' is used twice among the questions of the product. Change one of them.",
  ],
  'has two answers with the same key': [
    pages('      shade: { title: B, question_type: Dropdown, answers: [{ key: a, title: A }, { key: a, title: B }] }\n'),
    "Line 8, 'pages[0].questions.shade.answers[1]': The key 'a' is used twice among the answers of this question. Change one of them.",
  ],
  'has a page without a key or title': [
    `${head}pages: [{ published: false }]\n`,
    "Line 5, 'pages[0]': This page needs a key or a title in en-GB.",
  ],
  'has a calculation whose key differs from its name': [
    `${pages(shade)}calculations:\n  a: { name: Price, formula: 1 }\n`,
    "Line 11, 'calculations.a': The key of a calculation is derived from its name. Write 'price' instead of 'a', or change the name.",
  ],
  'has an unknown question type': [
    pages('      width: { title: B, question_type: Slidr }\n'),
    "Line 8, 'pages[0].questions.width.question_type': Field Question type takes one of …",
  ],
  'has a rule line with more than 10,000 conditions': [
    rule(`${'shade == linen and '.repeat(10_000)}shade == linen`),
    at('A line can have at most 10000 conditions.'),
  ],
  'has a formula line with more than 2,000 terms': [
    `${pages(shade)}calculations:\n  price: { formula: ${'1 + '.repeat(2_000)}1 }\n`,
    "Line 11, 'calculations.price.formula': A formula can have at most 2000 terms.",
  ],
  'names an unknown question': [rule('hight == 4'), at("There is no question 'hight' in this product. Did you mean 'height'?")],
  'names an unknown answer': [rule('shade == linnen'), at("'linnen' is not an answer to 'shade'. Did you mean 'linen'?")],
  'names an answer by an id': [rule('shade == 4711'), at("'4711' is not an answer to 'shade'. Its answers are linen, glass.")],
  'refers to an answer by its quoted title': [
    rule("shade == 'Glass'"),
    at("Write answers to 'shade' as keys, without quotes. Write glass."),
  ],
  'compares an answer with a text': [
    rule("shade != 'Paper'"),
    at("Write answers to 'shade' as keys, without quotes. Its answers are linen, glass."),
  ],
  'writes an operator in capitals': [rule('height > 4 AND shade == glass'), at("Write 'and' instead of 'AND' at character 12.")],
  'compares a question without answers with an answer': [
    rule('height == linen'),
    at("The question 'height' has no answers. Compare it with a number, or with text in single quotes."),
  ],
  'names an unknown calculation': [
    rule('calculation(prise) > 4'),
    at("There is no calculation 'prise' in this product. The product has no calculations."),
  ],
  'names an unknown field': [rule('shade.colour == 4'), at('…')],
  'mixes and with or': [
    rule('height == 1 and height == 2 or height == 3'),
    at("'and' and 'or' are mixed. Add brackets, for example 'a == 1 and (b == 2 or c == 3)'."),
  ],
  'negates a part of a rule': [
    rule('height == 1 and not height == 2'),
    at("'not' inverts a whole rule and is only allowed at its beginning. Inside a rule, use the opposite operators."),
  ],
  'has a single equals sign': [rule('height = 1'), at("Use '==' instead of '=' at character 8.")],
  'has operators of JavaScript': [rule('height == 1 && height == 2'), at("Use 'and' or 'or' instead of '&' at character 13.")],
  'has an unclosed bracket': [rule('(height == 1'), at("')' is missing at the end of the line.")],
  'has an unclosed quote': [rule("height == 'a"), at('The text that starts at character 11 has no closing quote.')],
  'ends with an operator': [
    rule('height =='),
    at('A value, the key of an answer, a number or a text in single quotes is missing at the end of the line.'),
  ],
  'compares a choice by order': [rule('shade > linen'), at('…')],
  'nests brackets 90 levels deep': [
    rule(`${'('.repeat(90)}height == 1${')'.repeat(90)}`),
    at('Brackets can be nested at most 64 levels deep.'),
  ],
  'has a list instead of a rule': [
    pages(`${shade}      cord: { title: Cord, rules: [1] }\n`),
    at("A rule is one line such as 'wood == oak', or the authoring form with keys instead of ids."),
  ],
  'has a formula that ends with an operator': [
    formula('height +'),
    inPrice('A number, question, calculation or bracket is missing at the end of the line.'),
  ],
  'calls an unknown function': [
    formula('floor(height)'),
    inPrice("There is no function 'floor'. Use calculation(…) or group(…)."),
  ],
  'uses a choice as a number': [formula('shade * 2'), inPrice('…')],
  'has a calculation that refers to itself': [formula('calculation(price) + 1'), inPrice('…')],
  'has a calculation with two bodies': [
    `${pages(shade)}calculations:\n  price: { formula: 1, code: 2 }\n`,
    "Line 11, 'calculations.price.code': A calculation has only one of formula, matrix, code. 'formula' is already set.",
  ],
  'has a table row with a missing value': [
    table('* 10 20\nlinen 1'),
    inTable("Line 2 of the table has 1 values for 2 columns. Write '-' for an empty cell."),
  ],
  'has a word instead of an amount': [
    table('* 10\nlinen dear'),
    inTable("Line 2 of the table: 'dear' is neither an amount such as 12.50 nor '-' for no amount."),
  ],
  'has a table row with an unknown answer': [
    table('* 10\nsilk 1'),
    inTable("Line 2 of the table: 'silk' is not an answer to 'shade'. Its answers are linen, glass."),
  ],
  'has the same table row twice': [table('* 10\nlinen 1\nlinen 2'), inTable('…')],
  'has an unknown lookup': [table('* 10\nlinen 1').replace('exact', 'near'), inTable('…')],
  'misspells a part of a matrix': [
    table('* 10\nlinen 1').replace('lookup', 'lookop'),
    inTable("'lookop' is not part of a matrix. Did you mean 'lookup'? …"),
  ],
  'has a statement instead of an expression in code': [
    `${pages(shade)}calculations:\n  price: { code: return 1 }\n`,
    "Line 11, 'calculations.price.code': …",
  ],
  'selects an unknown answer in an example': [
    `${pages(shade)}examples: [{ title: A, selections: { shade: silk } }]\n`,
    "Line 10, 'examples[0].selections': 'silk' is not an answer to 'shade'. Its answers are linen, glass.",
  ],
  'has a rule with an invalid operator': [
    pages(`${shade}      cord: { title: Cord, rules: { question: shade, operator: '=~', value: 1 } }\n`),
    at('…'),
  ],
}

describe('An invalid sheet', function () {
  this.timeout(60_000)
  let app: TestApp
  const contents = async (): Promise<unknown> => {
    const counts: Record<string, unknown> = {}
    for (const entity of [
      'product',
      'page',
      'question',
      'answer',
      'calculation',
      'calculation-formula',
      'calculation-matrix',
      'example',
    ])
      counts[entity] = (await app.context.database.query(`SELECT * FROM svc_${entity.replaceAll('-', '_')} ORDER BY id`)).length
    counts['texts'] = (await app.context.database.query('SELECT * FROM svc_texts')).length
    return counts
  }
  let initial: unknown

  before(async () => {
    app = await bootTestApp()
    await applySheetText(app, `${pages(shade)}calculations:\n  other: 1\n`.replace('product: lamp', 'product: another'))
    initial = await contents()
  })
  after(() => app?.stop())

  it(`is tested in ${Object.keys(bad).length} variants`, () => {
    expect(Object.keys(bad).length).to.be.greaterThan(59)
  })

  for (const [title, [sheet, sentence]] of Object.entries(bad)) {
    it(`that ${title} is rejected with its position, and changes nothing`, async () => {
      const error: unknown = await applySheetText(app, sheet).then(
        (report) => report,
        (refused: unknown) => refused,
      )
      expect(error, JSON.stringify(error)).to.be.instanceOf(ValidationError)
      const { message } = error as ValidationError
      if (sentence.endsWith('…')) expect(message).to.satisfy((text: string) => text.startsWith(sentence.slice(0, -1)))
      else expect(message).to.equal(sentence)
      expect(message)
        .to.match(/[.!?]$/)
        .and.not.include('call stack')
      expect(await contents()).to.deep.equal(initial)
    })
  }

  it('reports 50 issues and a note about further ones', async () => {
    const unknown = Array.from({ length: 5_000 }, (_, i) => `titel${i}: a\n`).join('')
    const error = await applySheetText(app, `${head}${unknown}`).catch((reason: unknown) => reason)
    expect(error).to.be.instanceOf(ValidationError)
    const { issues } = error as ValidationError
    expect(issues).to.have.length(51)
    expect(issues.at(-1)).to.include({ code: 'MORE_ISSUES' })
  })
})
