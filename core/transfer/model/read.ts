// Reads a foreign model of whatever format its content shows into the draft of a product sheet.
import { ServiceError } from '../../ground/errors.js'
import { type Draft, longestModel, type ModelFormat, modelFormats, type ModelOptions } from './define.js'
import type { FeatureModel } from './feature/define.js'
import { featureDraft } from './feature/sheet.js'
import { readFeatureIde } from './feature/featureide.js'
import { readSxfm } from './feature/sxfm.js'
import { readUvl } from './feature/uvl.js'
import { ModelFault, ModelFindings } from './findings.js'
import { csvGrid } from './grid/csv.js'
import type { Grid } from './grid/define.js'
import { xlsxGrids } from './grid/xlsx.js'
import { priceTable } from './matrix/interpret.js'
import { tableIn } from './matrix/layout.js'
import { matrixDraft } from './matrix/sheet.js'
import { textOf } from './text.js'
import { wordIn } from './words.js'

type TextFormat = Exclude<ModelFormat, 'matrix'>

const readers: Readonly<Record<TextFormat, (text: string, findings: ModelFindings) => FeatureModel>> = {
  featureide: readFeatureIde,
  sxfm: (text) => readSxfm(text),
  uvl: readUvl,
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04
/** How programs of before 2007 begin a workbook, and others one with a password. */
const compound = [0xd0, 0xcf, 0x11, 0xe0]

/** By what stands in it; ModelFault where it is nothing that is known. */
function formatOf(text: string): ModelFormat {
  if (/^\s*</.test(text)) {
    if (text.includes('<feature_tree')) return 'sxfm'
    if (/<(\w{1,20}:)?(extendedFeatureModel|featureModel)\b/.test(text)) return 'featureide'
    throw new ModelFault('format', 'This XML is no feature model: neither <featureModel> nor <feature_tree> stands in it.')
  }
  if (/^[ \t]*features[ \t]*(?:\/[/*][^\n]*)?\r?$/m.test(text)) return 'uvl'
  const [, second = ''] = text.split('\n', 2)
  if (/[;,\t]/.test(second)) return 'matrix'
  throw new ModelFault('format', `The content shows no format that is known: ${Object.values(modelFormats).join(', ')}.`)
}

function matrixOf(grids: readonly Grid[], options: ModelOptions, findings: ModelFindings): Draft | null {
  if (grids.length === 0) throw new ModelFault('empty', 'No worksheet has a cell with something in it.')
  const tables = grids.map((grid) => tableIn(grid, findings))
  const group = wordIn('group', options.languages.slice(0, 1))
  const table = priceTable(tables, typeof group === 'string' ? group : Object.values(group)[0]!, options, findings)
  return table && matrixDraft('matrix', table, options, findings)
}

async function draftOf(bytes: Uint8Array, options: ModelOptions, findings: ModelFindings): Promise<Draft | null> {
  if (bytes.length > longestModel)
    throw new ModelFault('too-large', `A file has at most ${longestModel} bytes; this one has ${bytes.length}.`)
  if (compound.every((byte, index) => bytes[index] === byte))
    throw new ModelFault(
      'format',
      'This is a workbook of an old kind, or one with a password. Save it as XLSX without a password.',
    )
  if (isZip(bytes)) {
    if (options.format !== undefined && options.format !== 'matrix')
      throw new ModelFault('format', `This is a zip file, and no ${modelFormats[options.format]}.`)
    return matrixOf(await xlsxGrids(bytes, findings, options.worksheet), options, findings)
  }
  const text = textOf(bytes)
  if (text.trim() === '') throw new ModelFault('empty', 'The file is empty.')
  const format = options.format ?? formatOf(text)
  if (format === 'matrix') return matrixOf([csvGrid(text)], options, findings)
  return featureDraft(format, readers[format](text, findings), options, findings)
}

/** VALIDATION_FAILED on `file` with every blocker. */
export async function readModel(bytes: Uint8Array, options: ModelOptions): Promise<Draft> {
  const findings = new ModelFindings()
  try {
    const draft = await draftOf(bytes, options, findings)
    if (draft) return draft
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error
    findings.blocker(error.kind, error.message, error.line)
  }
  findings.refuse()
  throw new ServiceError('VALIDATION_FAILED', 'The file has no product.')
}
