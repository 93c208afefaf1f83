// The structure of an entity: its owners, columns, filters and file properties.
export { nameProperties, isAlwaysRequired } from '../foundation/property/kind.js'
export { bodyEntities } from '../model/entity/calculation-bodies.js'
export { hasColumn, isReadable, listSortableProperties } from '../model/entity/define.js'
export { collectFilters } from '../model/entity/filters.js'
export { findOrderingParent, findOwnerJoins, findOwnerPath, getJoinOptions } from '../model/entity/ownership.js'
export { listFileProperties } from '../storage/files/record-files.js'
export { isEmpty } from '../storage/record/present.js'
export { isWeakReference } from '../model/entity/ownership.js'
