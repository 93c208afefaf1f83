// Parity surface: the record actions that MCP tools call.
import { bootOn, refusalOf } from './in-process.js'
import type { Fields, Outcome, Step, Surface, SurfaceDefinition } from './surface.js'

/** The action and the input of a step. */
export function callOf(step: Step): { readonly action: string; readonly input: Fields } {
  switch (step.do) {
    case 'create':
      return { action: 'create-entity', input: { entity: step.entity, fields: step.fields } }
    case 'update':
      return { action: 'update-entity', input: { entity: step.entity, id: step.id, fields: step.fields } }
    case 'read':
      return { action: 'get-entity', input: { entity: step.entity, id: step.id, language: step.language } }
    case 'list':
      return { action: 'list-entities', input: { entity: step.entity, filters: step.filters, language: step.language } }
    case 'delete':
      return { action: 'delete-entity', input: { entity: step.entity, id: step.id } }
    case 'act':
      return step
  }
}

interface Result {
  readonly id?: number
  readonly record?: unknown
  readonly records?: unknown
  readonly matching?: number
}

export const actions: SurfaceDefinition = {
  name: 'actions',
  offers: () => true,
  async open(database): Promise<Surface> {
    const app = await bootOn(database)
    return {
      async perform(step): Promise<Outcome> {
        const { action, input } = callOf(step)
        try {
          const result = await app.act(action, input)
          if (step.do === 'act') return { result }
          const { id, record, records, matching } = result as Result
          return {
            ...(id !== undefined && { id }),
            ...(record !== undefined && { record }),
            ...(records !== undefined && { records, matching }),
          }
        } catch (error) {
          return refusalOf(error)
        }
      },
      close: () => app.stop(),
    }
  },
}
