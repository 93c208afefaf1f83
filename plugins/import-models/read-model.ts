// Detects the format of a foreign product model and converts it to a draft of a product sheet.
import {
  decodeText,
  FileFault,
  FileFindings,
  formatValue,
  type Grid,
  maxFileBytes,
  readCsvGrid,
  readWorkbookGrids,
  ServiceError,
} from 'product-configurator-service'
import { type SheetDraft, type ModelFormat, modelFormats, type ModelOptions } from './define.js'
import type { FeatureModel } from './feature/define.js'
import { createFeatureDraft } from './feature/sheet.js'
import { readFeatureIde } from './feature/featureide.js'
import { readSxfm } from './feature/sxfm.js'
import { readUvl } from './feature/uvl.js'
import { interpretTables } from './matrix/interpret.js'
import { readSourceTable } from './matrix/layout.js'
import { createMatrixDraft } from './matrix/sheet.js'
import type { ShopProduct } from './shop/define.js'
import { createShopDraft } from './shop/sheet.js'
import { isShopify, readShopify } from './shop/shopify.js'
import { isWooCommerce, readWooCommerce } from './shop/woocommerce.js'
import { translateWord } from './words.js'

type FeatureFormat = 'featureide' | 'sxfm' | 'uvl'

const featureReaders: Readonly<
  Record<FeatureFormat, (text: string, findings: FileFindings) => FeatureModel | Promise<FeatureModel>>
> = {
  featureide: readFeatureIde,
  sxfm: (text) => readSxfm(text),
  uvl: readUvl,
}

const shopReaders: Readonly<
  Record<'shopify' | 'woocommerce', (grid: Grid, findings: FileFindings, today: string) => readonly ShopProduct[]>
> = {
  shopify: readShopify,
  woocommerce: readWooCommerce,
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04
/** Signature of workbooks from before 2007, and of workbooks with a password. */
const compoundSignature = [0xd0, 0xcf, 0x11, 0xe0]

/** Detects the format by content; FileFault for an unknown format. */
function detectFormat(text: string): ModelFormat {
  if (/^\s*</.test(text)) {
    if (text.includes('<feature_tree')) return 'sxfm'
    if (/<(\w{1,20}:)?(extendedFeatureModel|featureModel)\b/.test(text)) return 'featureide'
    throw new FileFault('format', 'This XML is no feature model: neither <featureModel> nor <feature_tree> stands in it.')
  }
  if (/^[ \t]*features[ \t]*(?:\/[/*][^\n]*)?\r?$/m.test(text)) return 'uvl'
  const [head = '', second = ''] = text.split('\n', 2)
  if (isShopify(head)) return 'shopify'
  if (isWooCommerce(head)) return 'woocommerce'
  if (/[;,\t]/.test(second)) return 'matrix'
  throw new FileFault('format', `The content shows no format that is known: ${Object.values(modelFormats).join(', ')}.`)
}

function readMatrix(grids: readonly Grid[], options: ModelOptions, findings: FileFindings): SheetDraft | null {
  if (grids.length === 0) throw new FileFault('empty', 'No worksheet has a cell with something in it.')
  const tables = grids.map((grid) => readSourceTable(grid, findings))
  const group = translateWord('group', options.languages.slice(0, 1))
  const table = interpretTables(tables, typeof group === 'string' ? group : Object.values(group)[0]!, options, findings)
  return table && createMatrixDraft('matrix', table, options, findings)
}

/** The requested product; a file with several products needs a name. */
function selectShopProduct(products: readonly ShopProduct[], productName: string | undefined): ShopProduct {
  if (products.length === 0) throw new FileFault('empty', 'No product stands in the file.')
  const handles = products.slice(0, 20).map(({ handle }) => formatValue(handle))
  const all = `${handles.join(', ')}${products.length > handles.length ? ` and ${products.length - handles.length} more` : ''}`
  if (productName === undefined) {
    if (products.length === 1) return products[0]!
    throw new FileFault('several-products', `The file has ${products.length} products: ${all}. Name one with 'product'.`)
  }
  const product = products.find(({ handle }) => handle === productName) ?? products.find(({ title }) => title === productName)
  if (!product)
    throw new FileFault('unknown-product', `There is no product '${formatValue(productName)}' in the file. There are ${all}.`)
  return product
}

async function createDraft(bytes: Uint8Array, options: ModelOptions, findings: FileFindings): Promise<SheetDraft | null> {
  if (bytes.length > maxFileBytes)
    throw new FileFault('too-large', `A file has at most ${maxFileBytes} bytes; this one has ${bytes.length}.`)
  if (compoundSignature.every((byte, index) => bytes[index] === byte))
    throw new FileFault(
      'format',
      'This is a workbook of an old kind, or one with a password. Save it as XLSX without a password.',
    )
  if (isZip(bytes)) {
    if (options.format !== undefined && options.format !== 'matrix')
      throw new FileFault('format', `This is a zip file, and no ${modelFormats[options.format]}.`)
    return readMatrix(await readWorkbookGrids(bytes, findings, options.worksheet), options, findings)
  }
  const text = decodeText(bytes, findings)
  if (text.trim() === '') throw new FileFault('empty', 'The file is empty.')
  const format = options.format ?? detectFormat(text)
  if (format === 'matrix') return readMatrix([await readCsvGrid(text)], options, findings)
  if (format === 'shopify' || format === 'woocommerce')
    return createShopDraft(
      format,
      selectShopProduct(shopReaders[format](await readCsvGrid(text), findings, options.today), options.product),
      options,
      findings,
    )
  return createFeatureDraft(format, await featureReaders[format](text, findings), options, findings)
}

/** VALIDATION_FAILED on `file` with every blocker. */
export async function readModel(bytes: Uint8Array, options: ModelOptions): Promise<SheetDraft> {
  const findings = new FileFindings()
  try {
    const draft = await createDraft(bytes, options, findings)
    if (draft) return draft
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    findings.blocker(error.kind, error.message, error.line)
  }
  findings.refuse()
  throw new ServiceError('VALIDATION_FAILED', 'The file has no product.')
}
