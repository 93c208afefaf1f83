// Which answers no longer lead to a whole configuration; the answer to an older question never replaces a newer one's.
import type { RuntimeApi } from './api.js'
import { ServiceFailure } from './service.js'
import type { Holding } from './holding.js'

export class Guide {
  deadEnds: ReadonlySet<number> = new Set()
  private turn = 0

  /** Rules are the truth: where guidance cannot be had, nothing is marked. */
  async ask(api: RuntimeApi, { token, revision }: Holding): Promise<void> {
    if (token === null) return
    const turn = ++this.turn
    const found = await api.guidance(token).catch((error: unknown) => {
      if (error instanceof ServiceFailure) return { revision, dead_ends: [] }
      throw error
    })
    if (turn === this.turn && found.revision === revision) this.deadEnds = new Set(found.dead_ends)
  }

  /** A change is under way: what is still being found out is of no use any more. */
  forget(): void {
    this.turn++
  }
}
