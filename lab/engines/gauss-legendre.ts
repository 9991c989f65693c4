// Nodes and weights of Gauss-Legendre rules on [-1, 1], computed lazily.

export interface Rule {
  readonly nodes: Float64Array
  readonly weights: Float64Array
}

const rules: (Rule | undefined)[] = []

export function gaussLegendre(count: number): Rule {
  const rule = rules[count] ?? computeRule(count)
  rules[count] = rule
  return rule
}

function computeRule(count: number): Rule {
  const nodes = new Float64Array(count)
  const weights = new Float64Array(count)
  for (let k = 0; k < count; k++) {
    // Newton's iteration for the k-th root, from Tricomi's approximation; the count is ample.
    let x = -Math.cos((Math.PI * (k + 0.75)) / (count + 0.5))
    let slope = 1
    for (let step = 0; step < 8; step++) {
      let [value, before] = [1, 0]
      for (let n = 0; n < count; n++) [value, before] = [((2 * n + 1) * x * value - n * before) / (n + 1), value]
      slope = (count * (x * value - before)) / (x * x - 1)
      x -= value / slope
    }
    nodes[k] = x
    weights[k] = 2 / ((1 - x * x) * slope * slope)
  }
  return { nodes, weights }
}
