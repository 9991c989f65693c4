import { picturesAreOfNow } from "./pictures.contract.ts"
import { pagePictures } from "./testing/gallery/references.ts"

picturesAreOfNow(pagePictures)
