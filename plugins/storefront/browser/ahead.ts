// Loads the optional script that calculates results in the browser before the service answers.
import type { ProgramReply } from '#core/commerce/configuration/program.js'
import type { Reckoned, Reckoning, TwinScript } from './reckoning.js'

/** Located next to this script. The bundler does not resolve an import whose name is in a variable. */
const script = './twin.js'

/** null if the shop calculates on the server only, or if loading fails. Failure costs only speed. */
export function reckoningFor(session: Reckoned): Promise<Reckoning | null> {
  return session
    .api!.below<ProgramReply>(session.holding.token!, '/program')
    .then((program) => program.source && import(/* @vite-ignore */ script).then(({ twin }: TwinScript) => twin(session, program)))
    .catch(() => null)
}
