// An overload detector that never triggers, for test servers on busy machines.
import type { OverloadDetector } from '../../plugins/http/overload-detector.js'

export const neverOverloaded: OverloadDetector = { active: false, stop: () => undefined }
