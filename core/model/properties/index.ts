// The property kinds of core. Plugins add their own.
import type { PropertyKind } from '../../foundation/property/kind.js'
import { booleanKind } from './boolean.js'
import { calculationKind } from './calculation.js'
import { calculationOverrideKind } from './calculation-override.js'
import { childentriesKind } from './childentries.js'
import { codeKind } from './code.js'
import { datetimeKind } from './datetime.js'
import { dropdownKind } from './dropdown.js'
import { fileKind } from './file.js'
import { focusKind } from './focus.js'
import { groupPriceKind } from './group-price.js'
import { idKind } from './id.js'
import { imageKind } from './image.js'
import { joinKind } from './join.js'
import { jsonKind } from './json.js'
import { multiselectKind } from './multiselect.js'
import { numberKind } from './number.js'
import { orderingKind } from './ordering.js'
import { passwordKind } from './password.js'
import { publishedKind } from './published.js'
import { radioKind } from './radio.js'
import { ruleKind } from './rule.js'
import { selectionsKind } from './selections.js'
import { stringKind } from './string.js'

export const propertyKinds: readonly PropertyKind[] = [
  idKind,
  stringKind,
  numberKind,
  booleanKind,
  publishedKind,
  orderingKind,
  datetimeKind,
  dropdownKind,
  radioKind,
  multiselectKind,
  joinKind,
  calculationKind,
  childentriesKind,
  imageKind,
  focusKind,
  fileKind,
  groupPriceKind,
  calculationOverrideKind,
  ruleKind,
  codeKind,
  selectionsKind,
  jsonKind,
  passwordKind,
]
