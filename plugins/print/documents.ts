// The printed documents: builds the sheet of each, and has the printer of the service draw it.
import { resolve } from 'node:path'
import {
  definePrintedDocument,
  type PrintedDocument,
  type PrintScope,
  type PrintSource,
  type ReplyFile,
  type ResolvedConfig,
  defineHealthCheck,
  createWarning,
  getVersionedSnapshot,
  type HealthReport,
  createSuccess,
  createMessage,
} from 'product-configurator-service'
import { pdfMediaType, type PrintKind, type PrintSheet } from './define.js'
import { createPrinter, type Printer } from './printer.js'
import { buildPrintSheet, sheetKinds } from './sheet.js'

/** The font files of the shop, for characters that the built-in fonts lack. */
export const listFontFiles = ({ root, printFonts }: Pick<ResolvedConfig, 'root' | 'printFonts'>): readonly string[] =>
  printFonts.map((path) => resolve(root, path))

/** One printer per service, so its queue holds all of its documents. */
const printers = new WeakMap<PrintScope['jobs'], Printer>()

function getPrinter({ jobs, config, context }: PrintScope): Printer {
  const printer = printers.get(jobs) ?? createPrinter(jobs, { fonts: listFontFiles(config), clock: context.clock })
  printers.set(jobs, printer)
  return printer
}

function listPictureNames({ logo, rows, following = [] }: PrintSheet): readonly string[] {
  const own = [logo, ...rows.flatMap(({ picture, details }) => [picture, ...details.map((detail) => detail.picture)])]
  const all = [...own.filter((name) => name !== null), ...following.flatMap(listPictureNames)]
  return [...new Set(all)]
}

function toPrintSheet(kind: PrintKind, { context, document, reply, invoice, creditNote, logo }: PrintSource): PrintSheet {
  const documentTexts = context.registry.shopperTexts(reply.language)
  return buildPrintSheet(kind, { document, reply, invoice, creditNote, logo, documentTexts })
}

async function printSheet(kind: PrintKind, scope: PrintScope): Promise<ReplyFile> {
  const { requester, loadPictures, following = [] } = scope
  const further = following.map((source) => toPrintSheet(kind, source))
  const sheet = { ...toPrintSheet(kind, scope), ...(further.length > 0 && { following: further }) }
  const bytes = await getPrinter(scope).print(sheet, () => loadPictures(listPictureNames(sheet)), requester)
  return { name: `${sheet.fileName}.pdf`, bytes }
}

function defineDocument(name: PrintKind, entity: PrintedDocument['entity'], needsInvoice = false): PrintedDocument {
  const { label, title, cancellationTitle } = sheetKinds[name]
  return definePrintedDocument({
    name,
    label,
    title,
    ...(cancellationTitle !== undefined && { cancellationTitle }),
    entity,
    mediaType: pdfMediaType,
    needsInvoice,
    sets: entity === 'sales-order',
    print: (scope) => printSheet(name, scope),
  })
}

export const printedDocuments: readonly PrintedDocument[] = [
  defineDocument('confirmation', 'sales-order'),
  defineDocument('invoice', 'sales-order', true),
  defineDocument('delivery-note', 'sales-order'),
  defineDocument('quote', 'quote'),
  defineDocument('credit-note', 'credit-note'),
]

/** The language's own name, a sample of its script. */
const getNativeName = (tag: string): string =>
  new Intl.DisplayNames([tag], { type: 'language' }).of(new Intl.Locale(tag).language) ?? ''

/** Checks that the fonts of printed documents cover the languages of the shop. */
export const printing = defineHealthCheck({
  name: 'printing',
  description: 'Printed documents: whether there are fonts for the languages of the shop.',
  async run({ app: { config, context } }) {
    const { loadFaces } = await import('./pdf/faces.js')
    const { regular } = await loadFaces(listFontFiles(config))
    const isCovered = (letter: string): boolean =>
      /[^\p{L}]/u.test(letter) || regular.some((face) => face.has(letter.codePointAt(0)!))
    const { snapshot } = await getVersionedSnapshot(context)
    const uncovered = snapshot.languages.filter((tag) => ![...getNativeName(tag)].every(isCovered))
    if (uncovered.length === 0) return [createSuccess(createMessage('checks.fontsComplete'))]
    return uncovered.map(
      (tag): HealthReport =>
        createWarning(
          createMessage('checks.fontMissing', { language: tag, letters: getNativeName(tag) }),
          createMessage('checks.fontMissingAdvice'),
        ),
    )
  },
})
