// Reads a foreign model of whatever format its content shows into the draft of a product sheet.
import { ServiceError } from '../../ground/errors.js'
import { type Draft, longestModel, type ModelFormat, modelFormats, type ModelOptions } from './define.js'
import type { FeatureModel } from './feature/define.js'
import { featureDraft } from './feature/sheet.js'
import { readFeatureIde } from './feature/featureide.js'
import { readSxfm } from './feature/sxfm.js'
import { readUvl } from './feature/uvl.js'
import { ModelFault, ModelFindings } from './findings.js'
import { textOf } from './text.js'

const readers: Readonly<Record<ModelFormat, (text: string, findings: ModelFindings) => FeatureModel>> = {
  featureide: readFeatureIde,
  sxfm: (text) => readSxfm(text),
  uvl: readUvl,
}

/** By what stands in it; ModelFault where it is nothing that is known. */
function formatOf(text: string): ModelFormat {
  if (/^\s*</.test(text)) {
    if (text.includes('<feature_tree')) return 'sxfm'
    if (/<(\w{1,20}:)?(extendedFeatureModel|featureModel)\b/.test(text)) return 'featureide'
    throw new ModelFault('format', 'This XML is no feature model: neither <featureModel> nor <feature_tree> stands in it.')
  }
  if (/^[ \t]*features[ \t]*(\/\/[^\n]*)?\r?$/m.test(text)) return 'uvl'
  throw new ModelFault(
    'format',
    `The content shows no format that is known: ${Object.values(modelFormats).join(', ')}. Name it with 'format'.`,
  )
}

/** VALIDATION_FAILED on `file` with every blocker. */
export async function readModel(bytes: Uint8Array, options: ModelOptions): Promise<Draft> {
  const findings = new ModelFindings()
  try {
    if (bytes.length > longestModel)
      throw new ModelFault('too-large', `A file has at most ${longestModel} bytes; this one has ${bytes.length}.`)
    const text = textOf(bytes)
    if (text.trim() === '') throw new ModelFault('empty', 'The file is empty.')
    const format = options.format ?? formatOf(text)
    const draft = featureDraft(format, readers[format](text, findings), options, findings)
    if (draft) return draft
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error
    findings.blocker(error.kind, error.message, error.line)
  }
  findings.refuse()
  throw new ServiceError('VALIDATION_FAILED', 'The file has no product.')
}
