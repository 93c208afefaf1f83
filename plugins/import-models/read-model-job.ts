// Parses a foreign model. Refusals are returned as a list, because only plain data can be passed between threads.
import { type Issue, ValidationError } from '../../core/foundation/errors.js'
import { defineWorkerJob } from '../../core/job/define.js'
import type { SheetDraft, ModelOptions } from './define.js'

export interface ReadModelInput {
  readonly bytes: Uint8Array
  readonly options: ModelOptions
}

export type ReadModelOutput = { readonly draft: SheetDraft } | { readonly issues: readonly Issue[] }

export const readModelJob = defineWorkerJob<ReadModelInput, ReadModelOutput>({
  name: 'read-model',
  async run(_scope, { bytes, options }) {
    const { readModel } = await import('./read.js')
    try {
      return { draft: await readModel(bytes, options) }
    } catch (error) {
      if (error instanceof ValidationError) return { issues: error.issues }
      throw error
    }
  },
})
