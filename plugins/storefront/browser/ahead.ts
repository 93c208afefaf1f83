// Loads what reckons ahead of the service: a script of its own, for a shop that lets pages reckon.
import type { ProgramReply } from '#core/commerce/configuration/program.js'
import type { Reckoned, Reckoning, TwinScript } from './reckoning.js'

/** Beside this one; a name in a variable is left as it is by the bundler. */
const script = './twin.js'

/** null where the shop leaves it to the service, or something of it got lost: nothing but speed is. */
export function reckoningFor(session: Reckoned): Promise<Reckoning | null> {
  return session
    .api!.below<ProgramReply>(session.holding.token!, '/program')
    .then((program) => program.source && import(/* @vite-ignore */ script).then(({ twin }: TwinScript) => twin(session, program)))
    .catch(() => null)
}
