// Forms and their input: the fields of an entity or action, and the validated values of a request.
export { createIdListContent, createStructuredContent } from '../actions/arguments.js'
export { prepareInput } from '../foundation/property/property-map.js'
export { emailAddress } from '../model/properties/string.js'
export { isId } from '../model/properties/join.js'
export { password } from '../model/properties/password.js'
export { type EntityFormField, toEntityForm, toFormField } from '../model/schema/describe.js'
export { productArgument, suggestProductStep, dryRunArgument } from '../actions/arguments.js'
