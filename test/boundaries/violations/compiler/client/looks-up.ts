/** The client looks up at the device. */
import { fileName } from '#device/file-name.ts';

export const basketFile = fileName;
