// The slider of η in a lesson, on a logarithmic scale; the address holds its value.

import { createSliderScale } from "../controls/scales.ts"
import { Slider } from "../controls/slider.tsx"
import { useQueryNumber } from "../controls/use-query-number.ts"
import { careful } from "../text/privacy-levels.ts"

const [lowest, highest] = [0.05, 10]
const scale = createSliderScale(lowest, highest, 100)

export const useEta = () => useQueryNumber("eta", careful.eta, lowest, highest)

interface Props {
  readonly label: string
  readonly text: string
  readonly eta: number
  readonly onEta: (eta: number) => void
}

export const EtaSlider = ({ eta, onEta, ...labelled }: Props) => (
  <Slider
    {...labelled}
    place={scale.findPosition(eta)}
    steps={scale.steps}
    onPlace={(place) => onEta(scale.valueAt(place))}
  />
)
