// Long computations in steps that let other requests run.
export { Turn, runInTurns, runSteps } from '../foundation/long-work.js'
