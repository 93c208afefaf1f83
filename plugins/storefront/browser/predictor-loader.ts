// Loads the optional script that calculates results in the browser before the service answers.
import type { ProgramReply } from '#core/surface.js'
import type { PredictorSession, ResultPredictor, ClientEngineScript } from './result-predictor.js'

/** Located next to this script. The bundler does not resolve an import whose name is in a variable. */
const engineScript = './twin.js'

/** null if the shop calculates on the server only, or if loading fails. Failure costs only speed. */
export function loadPredictor(session: PredictorSession): Promise<ResultPredictor | null> {
  return session
    .api!.below<ProgramReply>(session.cache.token!, '/program')
    .then(
      (program) =>
        program.source &&
        import(/* @vite-ignore */ engineScript).then(({ twin: createEngine }: ClientEngineScript) =>
          createEngine(session, program),
        ),
    )
    .catch(() => null)
}
