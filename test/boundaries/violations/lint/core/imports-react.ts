/** Core knows a screen library. */
import { useState } from 'react';

export const useWeight = (): unknown => useState(0);
