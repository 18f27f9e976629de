#!/bin/sh
for j in a b
do
 time java -Xmx1g -Xms2g -cp a.jar b.C > x
done
