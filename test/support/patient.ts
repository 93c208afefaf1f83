// An overload detector that never triggers, for test servers on busy machines.
import type { Overload } from '../../plugins/http/overload.js'

export const patient: Overload = { active: false, stop: () => undefined }
